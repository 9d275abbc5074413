/** Texts about changing the address of an account. */
export const emailChangeEn = {
  title: 'E-mail address',
  lead: 'You sign in with {{email}}, and mail goes there.',
  new: 'New address',
  send: 'Change the address',
  sent: 'If {{email}} can be used, a mail is on its way to it. Open its link in this browser within an hour.',
  confirmTitle: 'Change your address?',
  confirmText: 'Your account {{email}} will use the address to which this link was sent.',
  confirm: 'Use the new address',
  signInFirst:
    'Open the link in the browser in which you are signed in, or sign in here with your old address and open it again.',
  doneTitle: 'Your address is changed',
  doneText: 'Your old address got a mail with which you can undo this for seven days.',
  home: 'Go on',
  invalidTitle: 'This link does not work any more',
  invalidText: 'It works once, for one hour, for the account that asked for it. You can ask for a new one.',
  revertTitle: 'Restore your old address?',
  revertText:
    'Your account uses the old address again, is signed out everywhere, and for 24 hours nobody can change how it signs in.',
  revert: 'Restore the old address',
  revertedTitle: 'Your old address is restored',
  revertedText: 'The account is signed out everywhere. Sign in again with your old address.',
  revertInvalidText: 'It works once, for seven days.',
};
