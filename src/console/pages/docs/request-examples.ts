import type { ReferencedRequest } from '../../../api/openapi/reference.ts';
import { codeOf } from '../../charts/requests/request-code.ts';

/** The Model Context Protocol demands that a client accepts both. OpenAPI cannot describe the header `Accept`. */
const MCP_HEADERS = { Accept: 'application/json, text/event-stream' };

/** The code of one request of the document, with its example input. */
export function requestExamples(request: ReferencedRequest, origin: string) {
  const { name, method, path, parameters, body, key, answer } = request;
  // A default need not be sent.
  const sent = parameters.filter(
    ({ example, isRequired, type }) => example !== undefined && (isRequired || example !== type.fallback),
  );
  const inPlace = (place: string) => sent.filter((parameter) => parameter.in === place);
  return codeOf({
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
  });
}
