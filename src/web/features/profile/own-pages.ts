/** The pages about the person's own data, in the order of the menu, with the heading of their list on phones; `search.words` has what else people call them. */
export const ownPages = [
  { to: '/me/profile', name: 'profile', group: 'data' },
  { to: '/me/contact', name: 'contact', group: 'data' },
  { to: '/me/offer', name: 'offer', group: 'data' },
  { to: '/me/real-profile', name: 'realProfile', group: 'data' },
  { to: '/me/address', name: 'address', group: 'data' },
  { to: '/me/bank', name: 'bank', group: 'data' },
  { to: '/me/dietary-habits', name: 'dietaryHabits', group: 'data' },
  { to: '/me/emergency', name: 'emergency', group: 'data' },
  { to: '/me/history', name: 'history', group: 'events' },
  { to: '/me/calendar', name: 'calendar', group: 'events' },
  { to: '/me/notices', name: 'notices', group: 'events' },
  { to: '/me/notice-settings', name: 'noticeSettings', group: 'events' },
  { to: '/me/security', name: 'security', group: 'account' },
  { to: '/me/sessions', name: 'sessions', group: 'account' },
  { to: '/me/privacy', name: 'privacy', group: 'account' },
] as const;

export const ownGroups = ['data', 'events', 'account'] as const;
