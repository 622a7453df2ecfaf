import type { MenuAction } from '#ui/menu/menuAction.ts';
import { MenuButton } from '#ui/menu/MenuButton.tsx';
import { createLazy } from '#ui/createLazy.tsx';
import { loadWithTexts } from '../../features/language/loadWithTexts.ts';

const LazyMenu = createLazy(async () => (await loadWithTexts(() => import('./HeaderMenu.tsx'))).HeaderMenu);

interface Props {
	actions: readonly MenuAction[];
	/** Whether the conversation can be downloaded. */
	isKeepable: boolean;
}

/**
 * A menu of the actions with their names written out: on a narrow screen several buttons would
 * leave no room for the name.
 */
export function HeaderMore(props: Props) {
	return (
		<MenuButton>
			<LazyMenu {...props} />
		</MenuButton>
	);
}
