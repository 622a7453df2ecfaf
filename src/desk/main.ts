/** The desk's page: it has one desk. */
import { createStore } from 'jotai/vanilla';
import { startDesk } from './startDesk.tsx';

const root = document.getElementById('app');
if (!root) throw new Error('The page has no #app');
await startDesk(root, createStore());
