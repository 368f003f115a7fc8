//! Agents that come with access tokens, by their issuer.

use super::*;

#[tokio::test]
async fn another_issuers_subject_is_somebody_else() {
    let Fixture { store, .. } = &fixture().await;
    let one = store.identity("oauth:a.example:desk:jo", at(0)).await.unwrap().unwrap();
    let other = store.identity("oauth:b.example:desk:jo", at(0)).await.unwrap().unwrap();
    assert_ne!(one.id, other.id);
    assert!(store.revoke_agent("oauth:a.example:desk:jo", at(1)).await.unwrap());
    assert_eq!(store.identity("oauth:a.example:desk:jo", at(2)).await.unwrap(), None);
    assert_eq!(store.identity("oauth:b.example:desk:jo", at(2)).await.unwrap(), Some(other));
}
