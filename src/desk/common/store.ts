import type { createStore } from 'jotai/vanilla';

/**
 * The state of one agent's desk (startDesk.tsx). It is created outside of React, so that the socket
 * can change it independently of any view.
 */
export type Store = ReturnType<typeof createStore>;
