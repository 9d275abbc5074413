import { Badge, Button, Menu } from '@mantine/core';
import { Link, useLocation, useRouter } from '@tanstack/react-router';
import type { LinkProps } from '@tanstack/react-router';
import { Fragment, useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import styles from './section-navigation.module.css';

export type Section = {
  key: string;
  text: string;
  link: LinkProps;
  /** Another path whose pages belong to the section. */
  also?: string;
  /** How many decisions wait there. */
  count?: number;
  /** For sections that differ in the search of the address only. Otherwise the address decides. */
  current?: boolean;
};

export type SectionGroup = {
  key: string;
  title?: ReactNode;
  name?: string;
  /** The title only groups, and names nothing that has a page. */
  quiet?: boolean;
  sections: readonly Section[];
};

type SectionFrameProps = {
  label: string;
  groups: readonly SectionGroup[];
  /** The name on the menu while none of the sections is open. */
  menuName: string;
  /** More sections than others: their links are closer together. */
  dense?: boolean;
  children: ReactNode;
};

/** Pages with a list of sections at the side; on phones the list is one menu. */
export function SectionFrame({ label, groups, menuName, dense = false, children }: SectionFrameProps) {
  const current = useCurrent(groups);
  const side = useRef<HTMLElement>(null);
  // The list scrolls by itself when it is longer than the window.
  const openKey = current?.key;
  useEffect(() => {
    if (openKey === undefined) return;
    const link = side.current?.querySelector<HTMLElement>('[aria-current="page"]');
    if (side.current && link) reveal(side.current, link);
  }, [openKey]);
  return (
    <div className={dense ? `${styles.area} ${styles.dense}` : styles.area}>
      <nav ref={side} aria-label={label} className={styles.side}>
        {groups.map(({ key, title, quiet = false, sections }, index) => (
          <Fragment key={key}>
            {title === undefined && index > 0 ? <hr className={styles.rule} /> : null}
            {title === undefined ? null : (
              <div className={quiet ? `${styles.title} ${styles.quiet}` : styles.title}>{title}</div>
            )}
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
                <Count count={section.count} />
              </Link>
            ))}
          </Fragment>
        ))}
      </nav>
      <SectionMenu label={label} groups={groups} name={current?.text ?? menuName} />
      <div>{children}</div>
    </div>
  );
}

/** Scrolls the list only if the link is not in sight, so that its beginning stays where it is otherwise. */
function reveal(list: HTMLElement, { offsetTop, offsetHeight }: HTMLElement): void {
  const isInSight = offsetTop >= list.scrollTop && offsetTop + offsetHeight <= list.scrollTop + list.clientHeight;
  if (!isInSight) list.scrollTop = offsetTop - list.clientHeight / 2;
}

type SectionMenuProps = { label: string; groups: readonly SectionGroup[]; name: string };

function SectionMenu({ label, groups, name }: SectionMenuProps) {
  return (
    <nav aria-label={label} className={styles.menu}>
      <Menu width="target" position="bottom-start" withinPortal>
        <Menu.Target>
          <Button variant="default" fullWidth justify="space-between" rightSection={<span aria-hidden>▾</span>}>
            {name}
          </Button>
        </Menu.Target>
        <Menu.Dropdown className={styles.dropdown}>
          {groups.map((group, index) => (
            <Fragment key={group.key}>
              {group.name === undefined && index > 0 ? <Menu.Divider /> : null}
              {group.name === undefined ? null : <Menu.Label>{group.name}</Menu.Label>}
              {group.sections.map((section) => (
                <Menu.Item
                  key={section.key}
                  renderRoot={(props) => <Link {...section.link} {...props} />}
                  rightSection={<Count count={section.count} />}
                >
                  {section.text}
                </Menu.Item>
              ))}
            </Fragment>
          ))}
        </Menu.Dropdown>
      </Menu>
    </nav>
  );
}

function Count({ count = 0 }: { count?: number | undefined }) {
  return count === 0 ? null : (
    <Badge size="xs" ms={4} me={-8} component="span">
      {count}
    </Badge>
  );
}

/** The section with the longest path that the address begins with. */
function useCurrent(groups: readonly SectionGroup[]): Section | undefined {
  const router = useRouter();
  const path = useLocation({ select: ({ pathname }) => `${pathname.replace(/\/$/, '')}/` });
  const sections = groups.flatMap((group) => group.sections);
  const named = sections.find(({ current }) => current === true);
  if (named !== undefined) return named;
  return sections
    .filter(({ current }) => current === undefined)
    .flatMap((section) => {
      const own = router.buildLocation(section.link).pathname;
      return [own, ...(section.also === undefined ? [] : [section.also])].map((start) => ({
        section,
        start: `${start.replace(/\/$/, '')}/`,
      }));
    })
    .filter(({ start }) => path.startsWith(start))
    .toSorted((one, other) => other.start.length - one.start.length)[0]?.section;
}
