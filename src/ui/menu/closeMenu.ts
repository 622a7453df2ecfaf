import { createContext } from 'react';

/** Closes the menu around, and returns the focus to its button. */
export const CloseMenu = createContext(() => {});
