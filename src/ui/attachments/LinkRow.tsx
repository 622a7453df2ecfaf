import { LINK } from '../messageIcons.ts';
import { useLingui } from '@lingui/react/macro';
import type { FallbackAttachment, LocationAttachment } from '#protocol/entities/attachments.ts';
import { safeUrl } from '#markdown/safeUrl.ts';
import { FileRow } from './FileRow.tsx';

const LOCATION = 'M12 21s7-6.5 7-11.5a7 7 0 0 0-14 0C5 14.5 12 21 12 21M12 12a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5';

/** A place on a map, or something shared that has an address and no file. */
export function LinkRow({ attachment }: { attachment: LocationAttachment | FallbackAttachment }) {
	const { t } = useLingui();
	const { fallback_title: title, data_url } = attachment;
	if (attachment.file_type === 'location') {
		const { coordinates_lat: latitude, coordinates_long: longitude } = attachment;
		const map = `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=16/${latitude}/${longitude}`;
		const address = safeUrl(data_url ?? '') ?? map;
		return <FileRow icon={LOCATION} title={title || t`Location`} link={{ address, text: t`Show on map` }} />;
	}
	const address = safeUrl(data_url ?? '');
	return (
		<FileRow
			icon={LINK}
			title={title || address || t`File Attachment`}
			detail={t`has shared a url`}
			{...(address && { link: { address, text: t`Open` } })}
		/>
	);
}
