<?php
/**
 * Where the site has the WP Consent API, the chat loads once the visitor has consented to the category that the owner has
 * chosen. Whether they have is asked in the browser (`consent.js`), since the page may be cached.
 *
 * @package live-chat-widget
 */

defined( 'ABSPATH' ) || exit;

// Tells the API that this plugin asks it.
add_filter( 'wp_consent_api_registered_' . plugin_basename( __DIR__ . '/live-chat-widget.php' ), '__return_true' );

function live_chat_widget_waits_for_consent( $settings ) {
	return 'none' !== $settings['consent'] && function_exists( 'wp_has_consent' );
}

/** Attributes of the tag by which it waits. */
function live_chat_widget_consent_attributes( $settings ) {
	if ( ! live_chat_widget_waits_for_consent( $settings ) ) {
		return array();
	}
	return array(
		'consent'               => 'required',
		'data-consent-category' => $settings['consent'],
		'data-module'           => live_chat_widget_module( $settings ),
	);
}
