<?php
/**
 * Tells the chat which user of this site is logged in, signed, on a route of its own that no cache keeps.
 *
 * @package live-chat-widget
 */

defined( 'ABSPATH' ) || exit;

const LIVE_CHAT_WIDGET_ACTION = 'live_chat_widget_identity';

add_action( 'wp_ajax_' . LIVE_CHAT_WIDGET_ACTION, 'live_chat_widget_answer_identity' );
add_action( 'wp_ajax_nopriv_' . LIVE_CHAT_WIDGET_ACTION, 'live_chat_widget_answer_identity' );

function live_chat_widget_tells_identity( $settings ) {
	return '' !== $settings['identity_key'];
}

function live_chat_widget_identity_address() {
	return add_query_arg( 'action', LIVE_CHAT_WIDGET_ACTION, admin_url( 'admin-ajax.php', 'relative' ) );
}

/**
 * `{ "identifier": "7", "user": { name, email, avatar_url, identifier_hash } }`, or `{ "identifier": null }` for a stranger.
 * It only reads, and says nothing that the user does not know: pages of other origins cannot read it, so it needs no nonce,
 * which a cached page could not have either.
 */
function live_chat_widget_answer_identity() {
	nocache_headers();
	$settings = live_chat_widget_settings();
	if ( ! is_user_logged_in() || ! live_chat_widget_tells_identity( $settings ) ) {
		wp_send_json( array( 'identifier' => null ) );
	}
	$user       = wp_get_current_user();
	$identifier = (string) $user->ID;
	wp_send_json(
		array(
			'identifier' => $identifier,
			'user'       => array(
				'name'            => $user->display_name,
				'email'           => $user->user_email,
				'avatar_url'      => (string) get_avatar_url( $user->ID ),
				'identifier_hash' => hash_hmac( 'sha256', $identifier, $settings['identity_key'] ),
			),
		)
	);
}
