<?php
/**
 * On which pages the chat appears.
 *
 * @package live-chat-widget
 */

defined( 'ABSPATH' ) || exit;

function live_chat_widget_is_wanted_here( $settings ) {
	if ( 'all' === $settings['pages'] ) {
		return true;
	}
	$is_named = live_chat_widget_is_path_named( $settings['paths'] ) || live_chat_widget_is_kind_named( $settings['kinds'] );
	return 'only' === $settings['pages'] ? $is_named : ! $is_named;
}

function live_chat_widget_is_path_named( $patterns ) {
	$address = isset( $_SERVER['REQUEST_URI'] ) ? esc_url_raw( wp_unslash( $_SERVER['REQUEST_URI'] ) ) : '';
	$path    = (string) wp_parse_url( $address, PHP_URL_PATH );
	foreach ( live_chat_widget_words( $patterns ) as $pattern ) {
		if ( live_chat_widget_matches( $path, $pattern ) ) {
			return true;
		}
	}
	return false;
}

/** The tag's `hide-on` means the same by these words: `*` stands for any characters. */
function live_chat_widget_matches( $path, $pattern ) {
	$parts = array_map( 'live_chat_widget_quote', explode( '*', $pattern ) );
	return 1 === preg_match( '#^' . implode( '.*', $parts ) . '$#s', $path );
}

function live_chat_widget_quote( $part ) {
	return preg_quote( $part, '#' );
}

function live_chat_widget_is_kind_named( $kinds ) {
	$named = live_chat_widget_words( $kinds );
	return array() !== $named && is_singular( $named );
}

function live_chat_widget_words( $list ) {
	return preg_split( '/\s+/', $list, -1, PREG_SPLIT_NO_EMPTY );
}
