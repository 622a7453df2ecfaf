import type { createStore } from 'jotai/vanilla';

/**
 * The store of all models. It is created outside of React, so that sockets and the page can change
 * it before a view exists.
 */
export type Store = ReturnType<typeof createStore>;
