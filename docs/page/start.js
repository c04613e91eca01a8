// Swagger UI has a class for its dark theme. The page has `data-theme` if the reader chose one, otherwise it follows the system.
const html = document.documentElement;
const dark = matchMedia('(prefers-color-scheme: dark)');
const followTheme = () => {
  const { theme } = html.dataset;
  html.classList.toggle('dark-mode', theme === undefined ? dark.matches : theme === 'dark');
};
new MutationObserver(followTheme).observe(html, { attributeFilter: ['data-theme'] });
dark.addEventListener('change', followTheme);
followTheme();

// The page asks the server that it comes from, also behind a proxy that hides how it is reached.
const spec = await (await fetch('../openapi.json')).json();
spec.servers = [{ url: new URL('..', location.href).href.replace(/\/$/, '') }];

// Swagger UI leaves lists without a name.
const root = document.querySelector('#swagger-ui');
new MutationObserver(() => {
  for (const list of root.querySelectorAll('select:not([aria-label])')) {
    const { paramName } = list.closest('[data-param-name]')?.dataset ?? {};
    list.ariaLabel = paramName ?? (list.id === 'servers' ? 'Server' : 'Media type');
  }
}).observe(root, { childList: true, subtree: true });

/** The button of a request contains its address as a link, and a link in a button is not accessible. The address stays as text. */
const addressesAsText = () => ({
  wrapComponents: {
    DeepLink:
      (_link, { React }) =>
      ({ text }) =>
        React.createElement('span', null, text),
  },
});

window.SwaggerUIBundle({
  spec,
  dom_id: '#swagger-ui',
  deepLinking: true,
  displayOperationId: true,
  displayRequestDuration: true,
  defaultModelsExpandDepth: 0,
  tryItOutEnabled: true,
  plugins: [addressesAsText],
  // The highlighter sets the colours of one theme.
  syntaxHighlight: false,
  // It would ask another host whether the document is right.
  validatorUrl: null,
});
