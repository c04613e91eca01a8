-- Requests the paths of a file in turn, and prints one JSON line at the end. For wrk: https://github.com/wg/wrk
local requests = {}
local place = 0

function init(args)
  for path in io.lines(args[1]) do
    requests[#requests + 1] = wrk.format("GET", path)
  end
end

function request()
  place = place % #requests + 1
  return requests[place]
end

function done(summary, latency)
  local errors = summary.errors
  local failed = errors.status + errors.connect + errors.read + errors.write + errors.timeout
  io.write(string.format(
    '{"per_second":%.1f,"p99_ms":%.3f,"answered":%d,"failed":%d}\n',
    summary.requests / (summary.duration / 1e6),
    latency:percentile(99) / 1000,
    summary.requests - errors.status,
    failed
  ))
end
