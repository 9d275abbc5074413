import styles from './desk.module.css';

/** Our own server makes the picture; as an image it can contain no script. */
export function QrPicture({ svg, label }: { svg: string; label: string }) {
  return <img className={styles.qr} alt={label} src={`data:image/svg+xml;utf8,${encodeURIComponent(svg)}`} />;
}
