import { useLingui } from '@lingui/react/macro';
import { Avatar } from '../avatar/Avatar.tsx';
import styles from './PreviewSender.module.css';

interface Props {
	name: string;
	/** Address of the picture, or ''. */
	picture: string;
	websiteName: string;
}

/** Who wrote the message of a preview, and for which website. */
export function PreviewSender({ name, picture, websiteName }: Props) {
	const { t } = useLingui();
	const from = t`from ${websiteName}`;
	return (
		<span className={styles.sender}>
			<Avatar name={name} url={picture} size="small" />
			<bdi className={styles.name} title={name}>
				{name}
			</bdi>
			<span className={styles.from} title={from}>
				{from}
			</span>
		</span>
	);
}
