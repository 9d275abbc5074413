/**
 * Starts Swagger UI in place of the package's own script, which loads the document uncompressed and renders all operations
 * at once. Swagger UI takes ten times as long for OpenAPI 3.1 as for 3.0, so it gets the document in the older notation.
 * A token stays in the storage of the tab: it survives a reload, other tabs do not see it, and it goes with the tab. The
 * package can only keep it in the storage of the browser, for good.
 */
export const startScript = `
const valuesOf = (node) => Object.fromEntries(Object.entries(node).map(([name, schema]) => [name, older(schema)]));

function older(node) {
  if (Array.isArray(node)) return node.map(older);
  if (typeof node !== 'object' || node === null) return node;
  const { anyOf, type, examples, example, properties, ...rest } = node;
  const converted = {
    ...(type === undefined ? {} : Array.isArray(type) ? { type: type[0], nullable: true } : { type }),
    ...valuesOf(rest),
    ...(properties === undefined ? {} : { properties: valuesOf(properties) }),
    ...(example === undefined ? {} : { example }),
    ...(Array.isArray(examples) ? { example: examples[0] } : {}),
  };
  if (!Array.isArray(anyOf)) return converted;
  const choices = anyOf.filter(({ type }) => type !== 'null').map(older);
  const nullable = choices.length < anyOf.length ? { nullable: true } : {};
  if (choices.length > 1) return { ...converted, anyOf: choices, ...nullable };
  return '$ref' in choices[0]
    ? { ...converted, allOf: choices, ...nullable }
    : { ...converted, ...choices[0], ...nullable };
}

window.onload = async () => {
  const key = 'muster-docs-authorization';
  const used = new Set(['username', 'password', 'clientId', 'clientSecret']);
  const address = '/api/openapi.json';
  const document = await (await fetch(address)).json();
  const ui = SwaggerUIBundle({
    spec: { ...older(document), openapi: '3.0.3', externalDocs: { url: address, description: address } },
    dom_id: '#swagger-ui',
    presets: [SwaggerUIBundle.presets.apis],
    // Leaves out the top bar, which only serves to load documents of other services.
    layout: 'BaseLayout',
    deepLinking: true,
    docExpansion: 'none',
    defaultModelsExpandDepth: -1,
    filter: true,
    tryItOutEnabled: true,
    validatorUrl: null,
    onComplete: () => {
      const kept = sessionStorage.getItem(key);
      if (kept !== null) ui.authActions.restoreAuthorization({ authorized: JSON.parse(kept) });
      ui.getStore().subscribe(() => {
        const authorized = ui.authSelectors.authorized();
        const text = JSON.stringify(authorized, (name, value) => (used.has(name) ? undefined : value));
        sessionStorage.setItem(key, text ?? '{}');
      });
    },
  });
};
`;
