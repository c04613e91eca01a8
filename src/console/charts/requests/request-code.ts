/** A request, as code sends it. */
export interface CodedRequest {
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

/** The code of a request in three languages. Each reads the key from the environment variable `KEY`, as the guides do. */
export function codeOf(request: CodedRequest) {
  return [
    { title: 'curl', lang: 'sh', text: curl(request) },
    { title: 'TypeScript', lang: 'ts', text: typescript(request) },
    { title: 'Python', lang: 'python', text: python(request) },
  ];
}

interface ClientCall {
  /** Operation id. */
  readonly name: string;
  readonly parameters: CodedRequest['query'];
  /** The address of the server. */
  readonly base: string;
  readonly hasKey: boolean;
}

/** The same with the client for TypeScript. */
export function clientCode({ name, parameters, base, hasKey }: ClientCall): string {
  const method = name.replace(/^get_/, '').replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  const fields = parameters.map(
    ([field, value]) => `  ${field}: ${typeof value === 'number' ? value : scriptText(String(value))},\n`,
  );
  const options = `${hasKey ? 'apiKey: process.env.KEY, ' : ''}baseUrl: ${scriptText(base)}`;
  return [
    `import { Alir } from ${scriptText('alir-client')};`,
    '',
    `const alir = new Alir({ ${options} });`,
    `const { data } = await alir.${method}(${fields.length === 0 ? '' : `{\n${fields.join('')}}`});`,
    'console.log(data);',
  ].join('\n');
}

function curl({ method, url, query, headers, body, hasKey }: CodedRequest): string {
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

function typescript({ method, url, query, headers, body, hasKey, hasEnvelope }: CodedRequest): string {
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

function python({ method, url, query, headers, body, hasKey, hasEnvelope }: CodedRequest): string {
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

function withQuery(url: string, query: CodedRequest['query']): string {
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
