/** A file of its own, so that it can be loaded later than the rest of the package. */
export { Notifications as ToastList } from '@mantine/notifications';
