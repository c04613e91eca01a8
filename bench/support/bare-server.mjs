// What Alir's HTTP is compared with: one Fastify route that sends the bytes of a file, and nothing else.
import { readFileSync } from 'node:fs';
import fastify from 'fastify';

const body = readFileSync(process.argv[2]);
const app = fastify();
app.get('/', (_request, reply) => reply.header('content-type', 'application/json; charset=utf-8').send(body));
console.log(JSON.stringify({ url: await app.listen({ host: '127.0.0.1', port: 0 }) }));
process.once('SIGTERM', () => app.close());
