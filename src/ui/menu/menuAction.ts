import type { IconName } from '../Icon.tsx';

/** Something that a menu offers to do. */
export interface MenuAction {
	label: string;
	icon: IconName;
	isDirectional?: boolean;
	/** Whether it ends or deletes something. */
	isDangerous?: boolean;
	act: () => void;
}
