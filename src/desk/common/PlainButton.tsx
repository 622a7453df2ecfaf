import type { ComponentProps } from 'react';
import styles from './PlainButton.module.css';

/** A button without an outline, which stays marked while what it opens is open. */
export function PlainButton({ className = '', ...rest }: ComponentProps<'button'>) {
	return <button type="button" {...rest} className={`${styles.button} ${className}`} />;
}
