/** Made from the folder `locales` by src/locales/vite-plugin.ts. */
declare module 'virtual:locales' {
  type Language = NonNullable<import('../client/client.ts').Profile['language']>;
  type Texts = import('../locales/catalogues.ts').Texts;
  /** The languages that people can choose, each by its own name. */
  export const languages: readonly { code: Language; name: string }[];
  /** The texts of a language, in bundles that belong to pages. */
  export const loaders: Record<Language, Readonly<Record<string, () => Promise<{ default: Texts }>>>>;
}
