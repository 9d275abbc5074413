/** The sections of the settings of an event, in the order of their list. */
export const settingsSections = ['event', 'rules', 'visibility', 'look', 'years'] as const;

export type SettingsSection = (typeof settingsSections)[number];

/** The headings of the cards, which addresses name after `#`. */
const anchors: Partial<Record<string, SettingsSection>> = {
  call: 'rules',
  minors: 'rules',
  confirmation: 'rules',
  state: 'visibility',
  listing: 'visibility',
  appearance: 'look',
  'year-before': 'years',
  'next-year': 'years',
};

export const sectionWith = (anchor: string): SettingsSection | undefined => anchors[anchor];

export const settingsSearch = ({ section }: Record<string, unknown>): { section?: SettingsSection } => {
  const known = settingsSections.find((one) => one === section);
  return known === undefined ? {} : { section: known };
};
