/** The desk's state lives outside React, so that the socket can write to it before and beside any view. */
import { createStore } from 'jotai/vanilla';

export const store = createStore();
