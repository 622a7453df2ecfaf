import { createContext } from 'react';

/** Loads again what the forms of a page show. */
export const ReloadContext = createContext<() => void>(() => undefined);
