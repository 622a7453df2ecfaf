import { useLingui } from '@lingui/react/macro';
import { useAtomValue, useSetAtom } from 'jotai/react';
import { Button } from '#ui/Button.tsx';
import { PreviewPane } from '#ui/preview/PreviewPane.tsx';
import { PreviewSender } from '#ui/preview/PreviewSender.tsx';
import { RichText } from '#ui/richText/RichText.tsx';
import { channelAtom } from '../../features/channel/channel.ts';
import { useIdentity } from '../../features/messages/useIdentity.ts';
import { measurePreview } from '../../features/unread/unread.ts';
import { activeCampaignAtom } from '../../features/campaigns/campaigns.ts';
import styles from './CampaignView.module.css';

interface Props {
	onAccept: () => void;
	onClose: () => void;
}

/** Route `/campaigns`: a campaign, over a page on which the panel is closed. */
export function CampaignView({ onAccept, onClose }: Props) {
	const { t } = useLingui();
	const { websiteName } = useAtomValue(channelAtom);
	const campaign = useAtomValue(activeCampaignAtom);
	const identify = useIdentity();
	const measure = useSetAtom(measurePreview);
	if (!campaign) return null;
	const { name, picture } = identify(campaign.sender ?? undefined);

	return (
		<PreviewPane onMeasure={measure}>
			<div className={styles.top}>
				<Button kind="quiet" onPress={onClose}>{t`Close`}</Button>
			</div>
			<article className={styles.card}>
				<PreviewSender name={name} picture={picture} websiteName={websiteName} />
				<div className={styles.text}>
					<RichText text={campaign.message} verbatim={campaign.verbatim} />
				</div>
				{/* The whole card acts as the button, except for links in the text. */}
				<button type="button" className={styles.accept} onClick={onAccept}>{t`Start Conversation`}</button>
			</article>
		</PreviewPane>
	);
}
