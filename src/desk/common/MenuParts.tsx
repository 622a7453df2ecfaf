/** What every menu of the desk looks like. */
import type { ComponentProps, ReactNode } from 'react';
import styles from './MenuParts.module.css';

/** The area over the rest that holds a menu's entries. Its place is up to the menu. */
export function MenuSurface({ className = '', ...rest }: ComponentProps<'div'>) {
	return <div {...rest} className={`${styles.surface} ${className}`} />;
}

export function MenuEntry(props: ComponentProps<'button'>) {
	return <button type="button" {...props} className={styles.entry} />;
}

/** An entry that is the label of the input in it. */
export function MenuLabel({ children }: { children: ReactNode }) {
	return <label className={styles.entry}>{children}</label>;
}
