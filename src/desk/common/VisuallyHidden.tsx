/** Text for screen readers, which is not visible. */
import type { ReactNode } from 'react';

export function VisuallyHidden({ children }: { children: ReactNode }) {
	return <span data-visually-hidden>{children}</span>;
}
