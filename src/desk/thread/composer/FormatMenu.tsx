import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Icon } from '#ui/Icon.tsx';
import { Menu } from '../../common/Menu.tsx';
import type { Format } from './format.ts';

const LETTER = 'M5 7V5h14v2M12 5v14M9 19h6';

/** What makes a part of a text stand out, for agents who do not write Markdown by hand. */
export function FormatMenu({ onChoose }: { onChoose: (kind: Format) => void }) {
	const { t } = useLingui();
	const [isOpen, setOpen] = useState(false);
	const names: Record<Format, string> = { bold: t`Bold`, italic: t`Italic`, list: t`Bulleted list`, link: t`Link` };
	const items = (Object.keys(names) as Format[]).map((kind) => ({ name: names[kind], act: () => onChoose(kind) }));
	return (
		<Menu name={t`Formatting`} items={items} isOpen={isOpen} onToggle={setOpen}>
			<Icon name={LETTER} />
		</Menu>
	);
}
