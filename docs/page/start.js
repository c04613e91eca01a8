// The page asks the server that it comes from, also behind a proxy that hides how it is reached.
const spec = await (await fetch('../openapi.json')).json();
spec.servers = [{ url: new URL('..', location.href).href.replace(/\/$/, '') }];

window.SwaggerUIBundle({
  spec,
  dom_id: '#swagger-ui',
  deepLinking: true,
  displayOperationId: true,
  displayRequestDuration: true,
  defaultModelsExpandDepth: 0,
  tryItOutEnabled: true,
  // It would ask another host whether the document is right.
  validatorUrl: null,
});
