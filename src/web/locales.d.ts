/** Made from the folder `locales` by src/locales/vite-plugin.ts. */
declare module 'virtual:locales' {
  type Language = NonNullable<import('../client/client.ts').Profile['language']>;
  /** The languages that people can choose, each by its own name. */
  export const languages: readonly { code: Language; name: string }[];
  export const loaders: Record<Language, () => Promise<{ default: import('../locales/english.ts').WebTexts }>>;
}
