import { Button, Menu } from '@mantine/core';
import { Link, useLocation, useRouter } from '@tanstack/react-router';
import type { LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { PageLink } from '../links.tsx';
import styles from './section-navigation.module.css';

type Section = { key: string; text: string; link: LinkProps };

type SectionFrameProps = {
  label: string;
  title?: string;
  sections: readonly Section[];
  /** The key of the open section, where the address alone does not say it. */
  open?: string;
  /** The name on the menu while none of the sections is open. */
  menuName: string;
  /** A page that lists the sections; phones then have a link to it instead of the menu. */
  listPage?: LinkProps['to'];
  children: ReactNode;
};

/** Pages with a list of sections at the side; on phones the list is one menu. */
export function SectionFrame({ label, title, sections, open, menuName, listPage, children }: SectionFrameProps) {
  const byPath = useCurrent(sections);
  const current = open === undefined ? byPath : sections.find(({ key }) => key === open);
  return (
    <div className={styles.area}>
      <nav aria-label={label} className={styles.side}>
        {title === undefined ? null : <div className={styles.title}>{title}</div>}
        {sections.map((section) => (
          <Link
            key={section.key}
            {...section.link}
            // The router would mark every link whose path the address begins with.
            activeOptions={{ exact: true, includeSearch: true }}
            {...(section === current && { 'aria-current': 'page' as const })}
            className="muster-nav-link"
          >
            {section.text}
          </Link>
        ))}
      </nav>
      <nav aria-label={label} className={styles.menu}>
        {listPage === undefined ? (
          <SectionMenu name={current?.text ?? menuName} sections={sections} />
        ) : current === undefined ? null : (
          <PageLink to={listPage} size="sm">
            {`‹ ${menuName}`}
          </PageLink>
        )}
      </nav>
      <div>{children}</div>
    </div>
  );
}

type SectionMenuProps = { name: string; sections: readonly Section[] };

function SectionMenu({ name, sections }: SectionMenuProps) {
  return (
    <Menu width="target" position="bottom-start" withinPortal>
      <Menu.Target>
        <Button variant="default" fullWidth justify="space-between" rightSection={<span aria-hidden>▾</span>}>
          {name}
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={styles.dropdown}>
        {sections.map(({ key, text, link }) => (
          <Menu.Item key={key} renderRoot={(props) => <Link {...link} {...props} />}>
            {text}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** The section with the longest path that the address begins with. */
function useCurrent(sections: readonly Section[]): Section | undefined {
  const router = useRouter();
  const path = useLocation({ select: ({ pathname }) => `${pathname.replace(/\/$/, '')}/` });
  return sections
    .map((section) => ({ section, start: `${router.buildLocation(section.link).pathname.replace(/\/$/, '')}/` }))
    .filter(({ start }) => path.startsWith(start))
    .toSorted((one, other) => other.start.length - one.start.length)[0]?.section;
}
