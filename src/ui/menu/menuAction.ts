import type { Icon } from '../Icon.tsx';

/** Something that a menu offers to do. */
export interface MenuAction {
	label: string;
	icon: Parameters<typeof Icon>[0]['name'];
	isDirectional?: boolean;
	act: () => void;
}
