import type { createStore } from 'jotai/vanilla';

/** What holds the state of every model; made outside of React, so that sockets and the page can write before a view exists. */
export type Store = ReturnType<typeof createStore>;
