/** A survey as the wire shows it (docs/wire.md, Survey). */
import * as v from 'valibot';
import { Brand } from '#protocol/entities/channel.ts';
import type { CsatSurvey } from '#protocol/entities/entities.ts';
import type { Channel } from '../store/websites/channels.ts';
import { channelIn } from '../domain/translations/translations.ts';
import { chooseLocale } from '../language/translate.ts';
import type { ConversationRow, CsatResponse, MessageRow } from '../store/tables/schema.ts';
import { iso } from './times.ts';

export function presentSurvey(
	channel: Channel,
	brand: Brand,
	{ locale }: Pick<ConversationRow, 'locale'>,
	message: MessageRow,
	response: CsatResponse | undefined,
): CsatSurvey {
	const { inbox, widget } = channelIn(channel, locale);
	return {
		id: message.id,
		csat_survey_response: response
			? { ...response, created_at: iso(response.created_at), updated_at: iso(response.updated_at) }
			: null,
		inbox_avatar_url: inbox.avatar_url,
		inbox_name: inbox.name,
		locale: chooseLocale(locale, inbox.locale),
		conversation_id: message.conversation_id,
		created_at: iso(message.created_at),
		...(!widget.disable_branding && { brand: v.parse(Brand, brand) }),
	};
}
