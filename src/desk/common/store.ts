/** The desk's state lives outside React, so that the socket can change it independently of any view. */
import { createStore } from 'jotai/vanilla';

export const store = createStore();
