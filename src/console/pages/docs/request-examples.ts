import type { ReferencedRequest } from '../../../api/openapi/reference.ts';

/** A request with the example input of the document. */
interface ExampleRequest {
  readonly method: string;
  /** Without the query string. */
  readonly url: string;
  readonly query: readonly (readonly [string, unknown])[];
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined for a request without a body. */
  readonly body: unknown;
  readonly hasKey: boolean;
  /** Whether the answer is a JSON object with `data` and `error`. */
  readonly hasEnvelope: boolean;
}

/** The code of one request in three languages. Each reads the key from the environment variable `KEY`, as the guides do. */
export function requestExamples(request: ReferencedRequest, origin: string) {
  const example = exampleOf(request, origin);
  return [
    { title: 'curl', lang: 'sh', text: curl(example) },
    { title: 'TypeScript', lang: 'ts', text: typescript(example) },
    { title: 'Python', lang: 'python', text: python(example) },
  ];
}

/** The Model Context Protocol demands that a client accepts both. OpenAPI cannot describe the header `Accept`. */
const MCP_HEADERS = { Accept: 'application/json, text/event-stream' };

function exampleOf(request: ReferencedRequest, origin: string): ExampleRequest {
  const { name, method, path, parameters, body, key, answer } = request;
  // A default need not be sent.
  const sent = parameters.filter(
    ({ example, isRequired, type }) => example !== undefined && (isRequired || example !== type.fallback),
  );
  const inPlace = (place: string) => sent.filter((parameter) => parameter.in === place);
  return {
    method,
    url: inPlace('path').reduce(
      (url, parameter) => url.replace(`{${parameter.name}}`, encodeURIComponent(String(parameter.example))),
      origin + path,
    ),
    query: inPlace('query').map((parameter) => [parameter.name, parameter.example]),
    headers: {
      ...Object.fromEntries(
        inPlace('header').map((parameter) => [parameter.name, String(parameter.example)]),
      ),
      ...(name === 'mcp' ? MCP_HEADERS : {}),
    },
    body: body?.example,
    hasKey: key === 'required',
    hasEnvelope: answer.hasEnvelope,
  };
}

function curl({ method, url, query, headers, body, hasKey }: ExampleRequest): string {
  const isDefault = method === (body === undefined ? 'GET' : 'POST');
  const options = [
    ...(isDefault ? [] : [`-X ${method}`]),
    // The shell replaces $KEY between double quotes.
    ...(hasKey ? ['-H "Authorization: Bearer $KEY"'] : []),
    ...Object.entries(headers).map(([name, value]) => `-H ${shellText(`${name}: ${value}`)}`),
    ...(body === undefined
      ? []
      : [`-H 'Content-Type: application/json'`, `-d ${shellText(JSON.stringify(body))}`]),
  ];
  return [
    ['curl -s', ...options.slice(0, 1)].join(' '),
    ...options.slice(1),
    shellText(withQuery(url, query)),
  ].join(' \\\n  ');
}

function typescript({ method, url, query, headers, body, hasKey, hasEnvelope }: ExampleRequest): string {
  const sent = [
    ...(hasKey ? [`authorization: \`Bearer \${process.env.KEY}\``] : []),
    ...Object.entries(headers).map(([name, value]) => `${scriptText(name)}: ${scriptText(value)}`),
    ...(body === undefined ? [] : [`'content-type': 'application/json'`]),
  ];
  const options = [
    ...(method === 'GET' ? [] : [`method: '${method}'`]),
    ...(sent.length > 0 ? [`headers: { ${sent.join(', ')} }`] : []),
    ...(body === undefined ? [] : [`body: JSON.stringify(${JSON.stringify(body)})`]),
  ];
  const address = scriptText(withQuery(url, query));
  const call =
    options.length === 0
      ? `fetch(${address})`
      : `fetch(${address}, {\n${options.map((option) => `  ${option},\n`).join('')}})`;
  const rest = hasEnvelope
    ? [
        'const { data, error } = await response.json();',
        'if (error !== null) throw new Error(error);',
        'console.log(data);',
      ]
    : ['console.log(response.status, await response.text());'];
  return [`const response = await ${call};`, ...rest].join('\n');
}

function python({ method, url, query, headers, body, hasKey, hasEnvelope }: ExampleRequest): string {
  const sent = [
    ...(hasKey ? [`"Authorization": f"Bearer {os.environ['KEY']}"`] : []),
    ...Object.entries(headers).map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`),
  ];
  const options = [
    JSON.stringify(url),
    ...(query.length > 0 ? [`params=${pythonValue(Object.fromEntries(query))}`] : []),
    ...(sent.length > 0 ? [`headers={${sent.join(', ')}}`] : []),
    ...(body === undefined ? [] : [`json=${pythonValue(body)}`]),
  ];
  const rest = hasEnvelope
    ? [
        'answer = response.json()',
        'if answer["error"]:',
        '    raise SystemExit(answer["error"])',
        'print(answer["data"])',
      ]
    : ['print(response.status_code, response.text)'];
  return [
    ...(hasKey ? ['import os'] : []),
    'import requests',
    '',
    `response = requests.${method.toLowerCase()}(`,
    ...options.map((option) => `    ${option},`),
    ')',
    ...rest,
  ].join('\n');
}

function withQuery(url: string, query: ExampleRequest['query']): string {
  const parts = query.map(
    ([name, value]) => `${name}=${encodeURIComponent(String(value)).replaceAll('%2C', ',')}`,
  );
  return parts.length === 0 ? url : `${url}?${parts.join('&')}`;
}

function shellText(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

function scriptText(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

/** A JSON value as Python writes it. */
function pythonValue(value: unknown): string {
  if (value === null || value === undefined) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (Array.isArray(value)) return `[${value.map(pythonValue).join(', ')}]`;
  if (typeof value === 'object') {
    return `{${Object.entries(value)
      .map(([name, each]) => `${JSON.stringify(name)}: ${pythonValue(each)}`)
      .join(', ')}}`;
  }
  return JSON.stringify(value);
}
