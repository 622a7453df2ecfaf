import { useLingui } from '@lingui/react/macro';
import type { FallbackAttachment, LocationAttachment } from '#protocol/attachments.ts';
import { safeUrl } from '#markdown/safeUrl.ts';
import { FileRow } from './FileRow.tsx';

/** A place on a map, or something shared that has an address and no file. */
export function LinkRow({ attachment }: { attachment: LocationAttachment | FallbackAttachment }) {
	const { t } = useLingui();
	const { fallback_title: title, data_url } = attachment;
	if (attachment.file_type === 'location') {
		const { coordinates_lat: latitude, coordinates_long: longitude } = attachment;
		const map = `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=16/${latitude}/${longitude}`;
		const address = safeUrl(data_url ?? '') ?? map;
		return <FileRow icon="location" title={title || t`Location`} link={{ address, text: t`Show on map` }} />;
	}
	const address = safeUrl(data_url ?? '');
	return (
		<FileRow
			icon="link"
			title={title || address || t`File Attachment`}
			detail={t`has shared a url`}
			{...(address && { link: { address, text: t`Open` } })}
		/>
	);
}
