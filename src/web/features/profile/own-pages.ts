/** The pages about the person's own data, in the order of the menu; `search.words` has what else people call them. */
export const ownPages = [
  { to: '/me/profile', name: 'profile' },
  { to: '/me/contact', name: 'contact' },
  { to: '/me/offer', name: 'offer' },
  { to: '/me/real-profile', name: 'realProfile' },
  { to: '/me/address', name: 'address' },
  { to: '/me/bank', name: 'bank' },
  { to: '/me/dietary-habits', name: 'dietaryHabits' },
  { to: '/me/emergency', name: 'emergency' },
  { to: '/me/history', name: 'history' },
  { to: '/me/calendar', name: 'calendar' },
  { to: '/me/notices', name: 'notices' },
  { to: '/me/notice-settings', name: 'noticeSettings' },
  { to: '/me/security', name: 'security' },
  { to: '/me/sessions', name: 'sessions' },
  { to: '/me/privacy', name: 'privacy' },
] as const;
