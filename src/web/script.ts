/**
 * What the pages can do more with JavaScript; everything else works without it. Keys: / searches, j and k go through a list, e opens
 * or folds all of a conversation.
 */
export const SCRIPT = `'use strict';
(() => {
  const isTyping = (target) => target instanceof Element && target.closest('input, textarea, select') !== null;
  const items = () => [...document.querySelectorAll('.list > li > a, .list > li .title a')];
  const step = (by) => {
    const all = items();
    const at = all.indexOf(document.activeElement);
    const next = all[Math.min(all.length - 1, Math.max(0, at + by))];
    if (next !== undefined) next.focus();
  };
  const fold = () => {
    const all = [...document.querySelectorAll('article details')];
    const open = all.some((one) => !one.open);
    for (const one of all) one.open = open;
  };
  const keys = {
    '/': () => document.querySelector('#search')?.focus(),
    j: () => step(1),
    k: () => step(-1),
    e: fold,
  };
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    const act = Object.hasOwn(keys, event.key) ? keys[event.key] : undefined;
    if (act === undefined) return;
    event.preventDefault();
    act();
  });
  for (const button of document.querySelectorAll('button[data-fold]')) {
    button.hidden = false;
    button.addEventListener('click', fold);
  }
  for (const button of document.querySelectorAll('button[data-copy]')) {
    button.hidden = false;
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(button.dataset.copy);
      button.textContent = 'Copied';
    });
  }
})();
`;
