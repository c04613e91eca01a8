/** A request as an OpenAPI document describes it, with the document's own example. */
export interface DocumentedRequest {
  readonly name: string;
  readonly method: string;
  /** The path, with `{name}` for a parameter. */
  readonly path: string;
  readonly operation: any;
}

export function requestsIn(document: any): DocumentedRequest[] {
  return Object.entries<any>(document.paths).flatMap(([path, methods]) =>
    Object.entries<any>(methods).map(([method, operation]) => ({
      name: operation.operationId,
      method: method.toUpperCase(),
      path,
      operation,
    })),
  );
}

/** A document that permits no other fields than those that it describes: an answer has a description of all its fields. */
export function closed<Document>(document: Document): Document {
  return JSON.parse(JSON.stringify(document), (_, each) =>
    each?.type === 'object' && each.properties ? { additionalProperties: false, ...each } : each,
  );
}

/** The URL and options for `fetch`, for given parameter values and a given body. */
export function requestOf(
  { method, path, operation }: DocumentedRequest,
  given: (parameter: any) => unknown,
  body: unknown,
): { url: string; init: RequestInit } {
  const query = new URLSearchParams();
  const headers: Record<string, string> = {};
  let url = path;
  for (const parameter of operation.parameters ?? []) {
    const value = given(parameter);
    if (value === undefined) continue;
    if (parameter.in === 'path') url = url.replace(`{${parameter.name}}`, encodeURIComponent(String(value)));
    if (parameter.in === 'query') query.append(parameter.name, String(value));
    if (parameter.in === 'header') headers[parameter.name] = String(value);
  }
  if (query.size > 0) url += `?${query}`;
  if (body === undefined) return { url, init: { method, headers } };
  return {
    url,
    init: { method, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) },
  };
}

/** The request with the example values of the document, and with an id that exists, if one is given, in its path. */
export function exampleOf(request: DocumentedRequest, id?: string): { url: string; init: RequestInit } {
  const body = request.operation.requestBody?.content['application/json'].example;
  const given = (parameter: any) => (parameter.in === 'path' ? (id ?? parameter.example) : parameter.example);
  return requestOf(request, given, body);
}
