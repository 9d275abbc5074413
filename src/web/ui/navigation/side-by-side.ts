/** Where a list of sections is beside the page instead of above it, as in `section-navigation.module.css`. */
export const sideBySide = '(min-width: 62em)';
