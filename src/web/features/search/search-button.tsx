import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../lazy-part.tsx';
import { SearchIcon } from '../../ui/icons.tsx';
import { keepKeys } from './early-keys.ts';
import { MenuIcon } from '../web/menu-button.tsx';

const SearchDialog = lazyPart('search', async () => (await import('./search-dialog.tsx')).SearchDialog);

/** Finds people, pages and actions: also with Ctrl+K, or `/` outside of a field. The dialog is loaded when it is first opened. */
export function SearchButton() {
  const { t } = useTranslation();
  const [opened, setOpened] = useState<boolean>();
  const takeTyped = useRef((): string => '');
  const open = () => {
    if (opened === true) return;
    takeTyped.current = keepKeys();
    setOpened(true);
  };
  const close = () => {
    takeTyped.current();
    setOpened(false);
  };
  const onShortcut = useEffectEvent(open);
  useEffect(() => {
    const onKey = (press: KeyboardEvent) => {
      const { key, target } = press;
      const isTyping = target instanceof Element && target.matches('input,textarea,select');
      if (press.ctrlKey || press.metaKey ? key !== 'k' : key !== '/' || isTyping) return;
      // It would open behind another dialog, which has to be closed first.
      if (document.querySelector('[role="dialog"][aria-modal="true"]') !== null) return;
      press.preventDefault();
      onShortcut();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  return (
    <>
      <MenuIcon
        label={t('search.title')}
        icon={<SearchIcon />}
        variant="subtle"
        color="gray"
        c="inherit"
        visibleFrom="sm"
        aria-haspopup="dialog"
        onClick={open}
      />
      {opened === undefined ? null : (
        <SearchDialog opened={opened} takeTyped={() => takeTyped.current()} onClose={close} />
      )}
    </>
  );
}
