/** Prints the OpenAPI document of an app whose schemas are built by TypeBox itself instead of `lib/type.ts`. */
import { registerHooks } from 'node:module';

let replaced = 0;
registerHooks({
  resolve: (specifier, context, next) => {
    if (!specifier.endsWith('/type.ts')) return next(specifier, context);
    replaced += 1;
    return next('typebox', context);
  },
});

const { openApiDocument } = await import('../../scripts/generate-docs.ts');
const document = await openApiDocument();
if (replaced === 0) throw new Error('nothing imports lib/type.ts: the document was not built by TypeBox');
process.stdout.write(document);
