import { useLingui } from '@lingui/react/macro';
import type { Brand } from '#protocol/entities/channel.ts';
import styles from './Branding.module.css';
import { brandLink } from './brandLink.ts';

interface Props {
	brand: Brand;
	/** Host of the site that the visitor is on; '' where that is not known. */
	referrerHost: string;
}

/** Names the brand that the product is shown as; draws nothing where the brand has no name. */
export function Branding({ brand: { BRAND_NAME: name, LOGO_THUMBNAIL: logo, WIDGET_BRAND_URL }, referrerHost }: Props) {
	const { t } = useLingui();
	if (!name) return null;
	const link = brandLink(WIDGET_BRAND_URL, referrerHost);
	const content = (
		<>
			{logo && <img className={styles.logo} src={logo} alt="" referrerPolicy="no-referrer" />}
			<span>{t`Powered by ${name}`}</span>
		</>
	);
	return (
		<footer className={styles.footer}>
			{link ? (
				<a className={styles.brand} href={link} target="_blank" rel="noopener noreferrer nofollow">
					{content}
				</a>
			) : (
				<p className={styles.brand}>{content}</p>
			)}
		</footer>
	);
}
