import type { createStore } from 'jotai/vanilla';

/** The desk's state. It is created outside of React, so that the socket can change it independently of any view. */
export type Store = ReturnType<typeof createStore>;
