import { useLingui } from '@lingui/react/macro';
import type { Brand } from '#protocol/entities/channel.ts';
import styles from './Branding.module.css';

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

/**
 * The address that "Powered by …" links to: the brand's address with the source parameter and,
 * where it is known, the site that the visitor is on. Undefined where the brand's address is none
 * that a link may have. `referrerHost` is such as `shop.example`, or ''.
 */
function brandLink(brandUrl: string, referrerHost: string): string | undefined {
	if (!URL.canParse(brandUrl)) return undefined;
	const url = new URL(brandUrl);
	if (!/^https?:$/.test(url.protocol)) return undefined;
	url.searchParams.set('utm_source', referrerHost ? 'widget_branding' : 'survey_branding');
	if (referrerHost) url.searchParams.set('utm_referrer', referrerHost);
	return url.href;
}
